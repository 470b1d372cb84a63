/** Where a picture is drawn. */
export interface Picture {
  /** CSS pixels. */
  readonly width: number;
  /** Default: the page's own. */
  readonly document?: Document;
}

/** 1,234,567 */
export const count = (value: number): string => value.toLocaleString('en-US');
