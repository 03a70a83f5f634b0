// Loaded before the page is painted: sets the shape of the window at the root of the page. css/layout.css, the boards,
// and js/board/layout.js depend on it.

(() => {
  /** @param {number} width @param {number} height @returns {"wide" | "middle" | "narrow" | "low"} */
  const shapeOf = (width, height) => {
    // large text leaves less room: the page is laid out as in a smaller window
    const scale = Math.max(1, parseFloat(getComputedStyle(document.documentElement).fontSize) / 16);
    return ofRoom(width / scale, height / scale);
  };
  /** @param {number} width @param {number} height @returns {"wide" | "middle" | "narrow" | "low"} */
  const ofRoom = (width, height) => {
    if (height < 500 && width > height) return "low";
    if (width < 700) return "narrow";
    return width >= 1180 && height >= 640 ? "wide" : "middle";
  };
  const note = () => {
    document.documentElement.dataset.shape = shapeOf(innerWidth, innerHeight);
  };
  note();
  addEventListener("resize", note);
  Object.assign(globalThis, { shapeOf });
})();
