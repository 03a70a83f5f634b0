// Loaded before the page is painted: the theme that this reader chose, if any.
(() => {
  try {
    const theme = localStorage.getItem("cashbox:theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // storage is off: the system's theme it is
  }
})();
