/** Live channels as they are opened: the first one of a page may be there already. */

/**
 * The channel that `early-connection.js` has opened, and what came over it since.
 * @typedef {{to: string, socket: WebSocket, heard: string[]}} Ahead
 */

const page = /** @type {{ahead?: Ahead | null}} */ (globalThis);

/**
 * A channel to an address. Whoever takes it listens at once: then it hears all that has come.
 * @param {URL} address @returns {WebSocket}
 */
export function openSocket(address) {
  const { ahead } = page;
  page.ahead = null;
  if (!ahead) return new WebSocket(address);
  const { to, socket, heard } = ahead;
  socket.onmessage = null;
  if (to !== address.href || socket.readyState > WebSocket.OPEN) {
    socket.close();
    return new WebSocket(address);
  }
  if (socket.readyState === WebSocket.OPEN) {
    queueMicrotask(() => {
      socket.onopen?.(new Event("open"));
      for (const data of heard) socket.onmessage?.(new MessageEvent("message", { data }));
    });
  }
  return socket;
}
