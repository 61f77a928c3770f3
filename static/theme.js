// Before anything is painted: the theme chosen by hand, if one was.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch { /* no storage, no choice */ }
