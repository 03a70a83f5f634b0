// Loaded before the page is painted: the window's shape in a word, at the root of the page for as long as it lives.
// What depends on the window's width and height goes by this word: css/layout.css, the boards, js/board/layout.js.

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
