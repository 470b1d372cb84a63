import { crc32, deflateRawSync } from 'node:zlib';

/** A cell of a workbook that is made for a test: a number in a style, a shared or an inline text, true or false, or an error. */
export type MadeCell =
  string | number | boolean | null | { readonly v: string; readonly s?: number; readonly t?: string };

/** Styles: 1 a day, 2 a day and a time, 3 a day in a format of its own, 4 a time, 5 a number with two digits. */
const styles = `<?xml version="1.0"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy;@"/></numFmts><cellXfs count="6">${[0, 14, 22, 164, 20, 2].map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A workbook (.xlsx) with sheets of rows; `change` gives each of its files its content. */
export function makeXlsx(
  sheets: Readonly<Record<string, readonly (readonly MadeCell[])[]>>,
  change: (name: string, content: string) => string = (_, content) => content,
): Uint8Array {
  const shared: string[] = [];
  const cellOf = (cell: MadeCell, r: string): string => {
    if (cell === null) return '';
    if (typeof cell === 'boolean') return `<c r="${r}" t="b"><v>${cell ? 1 : 0}</v></c>`;
    if (typeof cell === 'number') return `<c r="${r}"><v>${cell}</v></c>`;
    if (typeof cell === 'string') return `<c r="${r}" t="s"><v>${shared.push(cell) - 1}</v></c>`;
    const { v, s = 0, t = 'n' } = cell;
    return `<c r="${r}" s="${s}" t="${t}"><v>${v}</v></c>`;
  };
  const names = Object.keys(sheets);
  const files: [string, string][] = names.map((name, i) => {
    const rows = sheets[name].map(
      (row, r) => `<row r="${r + 1}">${row.map((cell, c) => cellOf(cell, `${columnName(c)}${r + 1}`)).join('')}</row>`,
    );
    return [
      `xl/worksheets/sheet${i + 1}.xml`,
      `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
    ];
  });
  files.unshift(
    [
      '[Content_Types].xml',
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    ],
    [
      'xl/workbook.xml',
      `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names.map((name, i) => `<sheet name="${escape(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<?xml version="1.0"?><Relationships xmlns="${packageRelations}">${names.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="rId90" Type="${relations}/styles" Target="styles.xml"/><Relationship Id="rId91" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
    [
      'xl/sharedStrings.xml',
      `<?xml version="1.0"?><sst xmlns="${main}">${shared.map((text) => `<si><t xml:space="preserve">${escape(text)}</t></si>`).join('')}</sst>`,
    ],
  );
  return zipOf(files.map(([name, content]) => [name, change(name, content)]));
}

const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

/** A zip archive of compressed files. */
export function zipOf(files: readonly (readonly [name: string, content: string])[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of files) {
    const bytes = Buffer.from(content, 'utf8');
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const entry = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, Buffer.from(name), packed]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(at, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, end, Buffer.from(name)]),
    );
    parts.push(entry);
    at += entry.length;
  }
  const all = Buffer.concat(directory);
  const tail = Buffer.alloc(22);
  tail.write('PK\u0005\u0006', 'latin1');
  tail.writeUInt16LE(files.length, 8);
  tail.writeUInt16LE(files.length, 10);
  tail.writeUInt32LE(all.length, 12);
  tail.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...parts, all, tail]));
}

/** A workbook whose sheet holds what is given. */
export function withSheet(sheet: string): Uint8Array {
  return zipOf([
    ['[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ],
    ['xl/worksheets/sheet1.xml', `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`],
  ]);
}
