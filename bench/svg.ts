import * as Plot from '@observablehq/plot';
import { JSDOM } from 'jsdom';

/** A plot as the text of one SVG file, without the legend that Plot puts above some. */
export function svg(options: Plot.PlotOptions): string {
  const { document } = new JSDOM('').window;
  const plot = Plot.plot({ ...options, document });
  const element = plot.tagName.toLowerCase() === 'svg' ? plot : (plot.querySelector('svg:last-of-type') ?? plot);
  element.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return element.outerHTML;
}
