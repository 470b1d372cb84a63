// The search of TypeDoc divides words at hyphens. The single letter of "t-closeness" or "l-diversity" would match nearly everything,
// so what the search reads of its field is the word without it.
addEventListener('DOMContentLoaded', () => {
  const field = document.querySelector('#tsd-search-input');
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  if (field === null) return;
  Object.defineProperty(field, 'value', {
    get() {
      return get.call(this).replace(/(^|\s)\S-(?=\S)/g, '$1');
    },
    set(text) {
      set.call(this, text);
    },
  });
});
