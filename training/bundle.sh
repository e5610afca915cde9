#!/bin/bash
# Puts all that a training run needs into one folder, to be carried to a machine with an accelerator.
# usage: bundle.sh FOLDER_OF_AUTHORS_FILES TARGET
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$2"
mkdir -p "$2/training/.work"
cp "$here"/*.py "$2/training/"
cp -r "$here/corpus" "$2/training/"
mkdir -p "$2/src"  # the product's own reading of rows, messages and labels: run with PYTHONPATH=src:.
cp -r "$here/../src/frontdesk" "$2/src/"
mkdir -p "$2/training/corpus/authors" "$2/training/corpus/frozen"
cp "$1"/*.jsonl "$2/training/corpus/authors/"
cp "$1"/frozen/*.jsonl "$2/training/corpus/frozen/"
cp "$here"/.work/{base.safetensors,tokenizer.json,config.json,sgd_turns.jsonl.gz,sgd_schema.json} "$2/training/.work/"
du -sh "$2"
