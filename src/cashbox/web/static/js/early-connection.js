// Loaded before everything else at a table: opens the live channel while the page is still loading, for table/live.js.

(() => {
  const address = new URL(`/api/tables/${location.pathname.split("/")[2]}/live`, location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  /** @type {string[]} */
  const heard = [];
  socket.onmessage = ({ data }) => heard.push(data);
  Object.assign(globalThis, { ahead: { to: address.href, socket, heard } });
})();
