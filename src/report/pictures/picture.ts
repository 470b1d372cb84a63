/** Place where a picture is drawn. */
export interface Picture {
  /** CSS pixels. */
  readonly width: number;
  /** Default: the page's own. */
  readonly document?: Document;
}

/**
 * One image with a name, for those who do not see it: the parts of a chart have no meaning of their own there.
 *
 * @param chart - an SVG element, or a figure that holds a legend and one
 */
export function asImage(chart: Element, label: string): Element {
  const svgs = [...(chart.matches('svg') ? [chart] : []), ...chart.querySelectorAll('svg')];
  const main = svgs.at(-1);
  for (const svg of svgs) {
    for (const part of svg.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', svg === main ? label : `Legend: ${textOf(svg)}`);
  }
  return chart;
}

/** Returns the text in a picture, without the style sheet that it holds. */
const textOf = (svg: Element): string =>
  [...svg.querySelectorAll('text')].map(({ textContent }) => textContent?.trim() ?? '').join(' ');
