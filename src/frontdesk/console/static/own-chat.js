// Hands the owner's conversation to the chat: kept for this tab alone, and never in an address.

const business = document.documentElement.dataset.business;
const opened = JSON.parse(document.getElementById("opened").textContent);
try {
  sessionStorage.setItem(`frontdesk:${business}`, JSON.stringify(opened));
  location.replace(`/b/${encodeURIComponent(business)}`);
} catch {
  document.getElementById("not-kept").hidden = false;
}
