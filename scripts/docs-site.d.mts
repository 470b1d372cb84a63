/** The pages that the text of a map lists, in its order, each with the section it stands in. */
export function pagesOf(text: string): Map<string, string>;
/** Links of the pages in a folder that lead to no file, or to no place of it, as `page: link`. */
export function brokenLinks(folder: string): string[];
/** A flowchart of Mermaid as a graph of Graphviz; throws for what it cannot draw. */
export function dotOf(mermaid: string): string;
/** Headings of a page and words that it sets as code. */
export function termsOf(text: string): string;
