// The chat as a page of its own.

import { Chat } from "./chat.js";

const profile = JSON.parse(document.getElementById("profile").textContent);
const title = document.title;
const onunread = (count) => {
  document.title = count ? `(${count}) ${title}` : title;
};
new Chat(document.getElementById("chat"), profile, { onunread });
