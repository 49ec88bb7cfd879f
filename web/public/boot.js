// Blocking and tiny on purpose: both decisions must be made before the first paint.
(() => {
  const root = document.documentElement;
  const read = (store, key) => {
    try {
      return window[store].getItem(key);
    } catch {
      return null;
    }
  };
  const theme = read('localStorage', 'lading.theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (location.pathname !== '/') return;
  if (read('sessionStorage', 'lading.session') || read('localStorage', 'lading.session')) {
    root.dataset.session = 'stored';
    // Shows the page even if its own script never loads.
    setTimeout(() => delete root.dataset.session, 8000);
  }
})();
