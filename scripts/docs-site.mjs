/**
 * A plugin of TypeDoc that makes one site of the pages of docs/ and the API reference. docs/README.md is the start page and the map: each of
 * its sections is a group of the navigation, and the pages of its list stand in it. A page is called by its first heading, a module
 * by the name it is imported by. Mermaid diagrams become pictures, drawn here by Graphviz, so that the site needs no script for them. At the
 * end every link of the site is followed; one that leads nowhere is an error.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { Application, Converter, IndexEvent, PageEvent, ReflectionKind, Renderer } from 'typedoc';

const root = resolve(import.meta.dirname, '..');
const map = join(root, 'docs/README.md');

/** The pages that the text of a map lists, in its order, each with its section. A page that is listed twice belongs to the first one. */
export function pagesOf(text) {
  const groups = new Map();
  let group = '';
  for (const line of text.split('\n')) {
    group = /^## (.*)$/.exec(line)?.[1] ?? group;
    const file = /^- \*\*\[[^\]]*\]\(([^)#]*\.md)\)\*\*/.exec(line)?.[1];
    if (file !== undefined && !groups.has(file)) groups.set(file, group);
  }
  return groups;
}

/** The heading that a page begins with, and the page without it. */
function splitTitle([first, ...others]) {
  const [line, title] = /^# (.*)\n/.exec(first.text) ?? [];
  if (line === undefined) throw new Error(`a page begins with "# its title", not with "${first.text.slice(0, 40)}"`);
  return { title, content: [{ ...first, text: first.text.slice(line.length) }, ...others] };
}

/** By the path of a source from src/ on, without its ending: the name that it is imported by. */
function namesOfModules() {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return new Map(
    Object.entries(exports).flatMap(([path, { types }]) => {
      if (types === undefined) return [];
      const module = types.replace('./dist/', '').replace(/(\/index)?\.d\.ts$/, '');
      if (!path.endsWith('/*')) return [[module, join(name, path)]];
      const files = readdirSync(join(root, 'src', dirname(module))).map((file) => file.replace(/\.ts$/, ''));
      return files.map((file) => [module.replace('*', file), join(name, path.replace('*', file))]);
    }),
  );
}

/** Links of the pages in a folder that lead to no file, or to no place of it, as `page: link`. */
export function brokenLinks(folder) {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  const texts = new Map(pages.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  const places = new Map();
  const placesOf = (page) => {
    if (!places.has(page))
      places.set(
        page,
        new Set([...(texts.get(page) ?? '').matchAll(/\sid="([^"]*)"/g)].map(([, id]) => unescapeHtml(id))),
      );
    return places.get(page);
  };
  return [...texts].flatMap(([page, text]) =>
    [...text.matchAll(/<(?:a|img|link|script)\s[^>]*?(?:href|src)="([^"]*)"/g)]
      .map(([, link]) => unescapeHtml(link))
      .filter((link) => !/^(https?|mailto|data):/.test(link))
      .filter((link) => {
        const [path, place] = decodeURIComponent(link).split('#');
        const target = path === '' ? page : relative(folder, resolve(folder, dirname(page), path));
        if (!existsSync(join(folder, target)) || !statSync(join(folder, target)).isFile()) return true;
        return place !== undefined && place !== '' && !placesOf(target).has(place);
      })
      .map((link) => `${page}: ${link}`),
  );
}

const unescapeHtml = (text) =>
  text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'");

/** Headings of a page and words that it sets as code: what somebody looks for who knows the word. */
export function termsOf(text) {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '');
  const terms = [...prose.matchAll(/^#+ (.*)$/gm), ...prose.matchAll(/`([^`\n]{2,40})`/g)].map(([, term]) => term);
  return [...new Set(terms)].join(' ');
}

/**
 * A flowchart of Mermaid as a graph of Graphviz. It knows what our pages use: lines `a["label"] --> b["label"]` below `flowchart TB`; anything
 * else is an error, so that no arrow is lost.
 */
export function dotOf(mermaid) {
  const [head, ...lines] = mermaid.trim().split('\n');
  if (head.trim() !== 'flowchart TB') throw new Error(`a diagram that cannot be drawn: "${head}"`);
  const labels = new Map();
  const arrows = lines.map((line) => {
    const [, from, fromLabel, to, toLabel] =
      /^\s*(\w+)(?:\["([^"\\]*)"\])? --> (\w+)(?:\["([^"\\]*)"\])?\s*$/.exec(line) ?? [];
    if (from === undefined) throw new Error(`a line of a diagram that cannot be drawn: "${line}"`);
    labels.set(from, fromLabel ?? labels.get(from) ?? from).set(to, toLabel ?? labels.get(to) ?? to);
    return `"${from}" -> "${to}"`;
  });
  return [
    'digraph { bgcolor=transparent; nodesep=0.25; ranksep=0.4; edge [arrowsize=0.6];',
    'node [shape=box, style=rounded, height=0.35, margin="0.15,0.05", fontname="system-ui, sans-serif", fontsize=12];',
    ...[...labels].map(([name, label]) => `"${name}" [label="${label}"];`),
    ...arrows.map((arrow) => `${arrow};`),
    '}',
  ].join('\n');
}

/** A page with its diagrams drawn, in the colours of the page. */
function drawDiagrams(html, graphviz) {
  return html.replace(/<pre><code class="mermaid">([\s\S]*?)<\/code>[\s\S]*?<\/pre>/g, (_, text) => {
    const svg = graphviz.layout(dotOf(unescapeHtml(text)), 'svg', 'dot');
    const drawn = svg
      .slice(svg.indexOf('<svg'))
      .replace(/<!--.*?-->\n?/gs, '')
      .replaceAll('"black"', '"currentColor"')
      .replace(
        /<svg width="(\d+)pt" height="\d+pt"/,
        '<svg width="$1" role="img" aria-label="A diagram: the arrows of the text above"',
      );
    return `<figure class="diagram">${drawn}</figure>`;
  });
}

/** The search: pages by their headings and words of code before anything else; types that nobody can import are left out. */
function improveSearch(event, internal) {
  event.searchFieldWeights.terms = 8;
  for (let i = event.searchResults.length - 1; i >= 0; i--) {
    const result = event.searchResults[i];
    if (result.isDocument()) event.searchFields[i].terms = termsOf(result.content.map(({ text }) => text).join(''));
    else if (result.getFullName().includes(internal)) event.removeResult(i);
  }
}

export function load(app) {
  const listed = [...pagesOf(readFileSync(map, 'utf8'))];
  const groups = new Map(listed.map(([file, group]) => [join(dirname(map), file), group]));
  const modules = namesOfModules();
  app.on(Application.EVENT_BOOTSTRAP_END, () => {
    app.options.setValue('projectDocuments', [...groups.keys()]);
    app.options.setValue('groupOrder', [...new Set(groups.values()), '*']);
  });
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, page) => {
    page.name = splitTitle(page.content).title;
    page.frontmatter.group = groups.get(page.project.files.getReflectionPath(page));
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getChildrenByKind(ReflectionKind.Module))
      module.name = modules.get(module.name) ?? module.name;
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    project.readme = splitTitle(project.readme).content;
  });
  app.renderer.on(IndexEvent.PREPARE_INDEX, (event) => improveSearch(event, app.options.getValue('internalModule')));
  let graphviz;
  app.renderer.preRenderAsyncJobs.push(async () => {
    const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
    graphviz = await Graphviz.load();
  });
  // Links to the start page: a folder alone opens as a list of files where there is no server.
  app.renderer.on(PageEvent.END, (page) => {
    page.contents =
      page.contents &&
      drawDiagrams(page.contents, graphviz).replace(/href="((?:\.\.?\/)+)(#[^"]*)?"/g, 'href="$1index.html$2"');
  });
  const afterAllOthers = -1000;
  app.renderer.on(
    Renderer.EVENT_END,
    ({ outputDirectory }) => brokenLinks(outputDirectory).forEach((link) => app.logger.error(`broken link: ${link}`)),
    afterAllOthers,
  );
}
