// Loaded before the page is painted: sets the theme that this reader chose, and whether the typeface is loaded.

(() => {
  try {
    const theme = localStorage.getItem("cashbox:theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    if (localStorage.getItem("cashbox:typeface")) document.documentElement.dataset.typeface = "here";
  } catch {
    // storage is off: the system's theme it is
  }
})();
