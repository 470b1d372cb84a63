/** In the place of `marks/tip.js` and `interactions/pointer.js` of Plot: pictures have titles instead of tips. */
const refuse = (): never => {
  throw new Error('no picture of this page has tips');
};
export { refuse as pointer, refuse as pointerX, refuse as pointerY, refuse as tip };
