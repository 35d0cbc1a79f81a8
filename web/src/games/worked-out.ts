/**
 * Finds where the client works something out from what the server tells, instead of looking it up.
 *
 * Words of the rules are the names of all numbers in the games' messages and figures. Within a file,
 * what is named after an expression with such a word in it counts as one too, and so does what a
 * function is handed. Whatever calculates with them is found: sums, products, `Math`, text that is read
 * as a number, a number that is held against others; and who looks for whom stands somewhere, or
 * changes something in a copy of what is told. Places in a list (`[race - 1]`) are not.
 */

import { parse } from "svelte/compiler";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export type Words = ReadonlySet<string>;

const ARITHMETIC = new Set("+ - * / % ** += -= *= /= %= << >> >>> & | ^".split(" "));
const ORDER = new Set(["<", "<=", ">", ">="]);
/** Where a runner stands, and how one asks who stands somewhere. */
const STANDS = new Set(["progress", "at"]);
const SEEKS = new Set(["includes", "indexOf", "lastIndexOf", "find", "findIndex", "some"]);
const READS = new Set(["Number", "parseInt", "parseFloat"]);
/** Numbers that say which one, counted from 0 and shown from 1. */
const COUNTED = new Set(["horse", "race", "place", "at", "index", "number"]);
/** Numbers that only say which one. */
const WHICH = new Set(["seat", "horse", "viewer", "runner", "trainee", "number", "kind"]);

/** What a file holds, as a tree; a Svelte file without its style. */
function tree(source: string): Node {
  const { instance, module, fragment } = parse(source, { modern: true });
  return { type: "File", start: 0, end: 0, parts: [instance, module, fragment] };
}

const asSvelte = (script: string): string => `<script lang="ts">\n${script}\n</script>`;

function isNode(data: unknown): data is Node {
  return typeof data === "object" && data !== null && typeof (data as Node).type === "string";
}

function children(node: Node): readonly Node[] {
  return Object.values(node).flat().filter(isNode);
}

function* all(node: Node): Generator<Node> {
  yield node;
  for (const child of children(node)) yield* all(child);
}

/** The names of what is a number, a list of numbers or a row with one, in a file of types. */
export function words(types: string): Words {
  const nodes = [...all(tree(asSvelte(types)))];
  const rows = nodes.filter((node) => node.type === "TSTypeAliasDeclaration" && isRow(node));
  const known = new Set(rows.map((row) => nameOf(row["id"])));
  const numeric = (node: Node): boolean =>
    [...all(node)].some(
      (part) =>
        part.type === "TSNumberKeyword" ||
        (part.type === "TSTypeReference" && known.has(nameOf(part["typeName"]))),
    );
  const fields = nodes.filter(
    ({ type }) => type === "TSPropertySignature" || type === "TSNamedTupleMember",
  );
  const found = fields.filter(numeric).map((field) => nameOf(field["key"] ?? field["label"]));
  return new Set(found.filter((name) => !WHICH.has(name)));
}

const isRow = (alias: Node): boolean => [...all(alias)].some(({ type }) => type === "TSTupleType");

function nameOf(node: unknown): string {
  return isNode(node) && typeof node["name"] === "string" ? node["name"] : "";
}

/** The places of a file that work something out, as they are written there. */
export function workedOut(name: string, source: string, rules: Words): readonly string[] {
  const text = name.endsWith(".ts") ? asSvelte(source) : source;
  const root = tree(text);
  const known = named(root, rules);
  const found: Node[] = [];
  find(root, known, found);
  const written = found.map(({ start, end }) => text.slice(start, end).replaceAll(/\s+/g, " "));
  return [...new Set(written)].filter((place) => !counts(place));
}

/** Whether it only counts from 1 what is counted from 0, or back. */
function counts(place: string): boolean {
  const [, name = ""] = /(\w+) [+-] 1$/.exec(place) ?? [];
  return COUNTED.has(name) || /\.indexOf\([\w.]+\) \+ 1$/.test(place);
}

/** The rules' words, and the names that the file gives to what has them in it. */
function named(root: Node, rules: Words): Words {
  const known = new Set(rules);
  const nodes = [...all(root)];
  const functions = new Map(nodes.filter(isFunction).map((node) => [nameOf(node["id"]), node]));
  for (let before = -1; before < known.size; ) {
    before = known.size;
    const found = nodes.flatMap((node) => [...given(node, known), ...handed(node, functions, known)]);
    for (const name of found) known.add(name);
  }
  return known;
}

/** The names that a node gives to something with a known word in it. */
function given(node: Node, known: Words): readonly string[] {
  switch (node.type) {
    case "VariableDeclarator":
      return isNode(node["init"]) && mentions(node["init"], known) ? names(node["id"]) : [];
    case "EachBlock":
      return mentions(node["expression"], known) ? names(node["context"]) : [];
    case "ForOfStatement":
      return mentions(node["right"], known) ? names(node["left"]) : [];
    case "Property":
      return known.has(nameOf(node["key"])) ? names(node["value"]) : [];
    case "CallExpression": {
      const callee = node["callee"];
      if (!isNode(callee) || callee.type !== "MemberExpression") return [];
      if (!mentions(callee["object"], known)) return [];
      const functions = (node["arguments"] as Node[]).filter(({ type }) => type.endsWith("FunctionExpression"));
      return functions.flatMap((given) => (given["params"] as Node[]).slice(0, 1).flatMap(names));
    }
    default:
      return [];
  }
}

/** A function that is declared, or a constant that holds one. */
const isFunction = ({ type, init }: Node & { init?: unknown }): boolean =>
  type === "FunctionDeclaration" || (isNode(init) && init.type.endsWith("FunctionExpression"));

/** What a function of this file calls the known values that it is given. */
function handed(node: Node, functions: ReadonlyMap<string, Node>, known: Words): readonly string[] {
  const callee = node.type === "CallExpression" ? functions.get(nameOf(node["callee"])) : undefined;
  if (callee === undefined) return [];
  const params = ((callee["init"] ?? callee) as Node)["params"] as Node[];
  return (node["arguments"] as Node[]).flatMap((argument, at) => (mentions(argument, known) ? names(params[at]) : []));
}

/** The names that a pattern binds. */
function names(pattern: unknown): readonly string[] {
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case "Identifier":
      return [nameOf(pattern)];
    case "Property":
      return names(pattern["value"]);
    case "VariableDeclaration":
      return (pattern["declarations"] as Node[]).flatMap(({ id }) => names(id));
    case "AssignmentPattern":
      return names(pattern["left"]);
    default:
      return children(pattern).filter(({ type }) => !type.startsWith("TS")).flatMap(names);
  }
}

/** Whether a known word is in an expression; what it is only given to, or compared in, is not. */
function mentions(node: unknown, known: Words): boolean {
  if (!isNode(node) || node.type.startsWith("TSType")) return false;
  if (node.type === "Identifier") return known.has(nameOf(node));
  if (node.type.includes("Function") || node.type === "TemplateLiteral") return false;
  if (node.type === "BinaryExpression" && !ARITHMETIC.has(node["operator"] as string)) return false;
  if (node.type === "MemberExpression" && node["computed"] === true) {
    return mentions(node["object"], known);
  }
  if (node.type === "CallExpression") {
    const callee = node["callee"];
    const made = isNode(callee) && callee.type === "MemberExpression" && mentions(callee["object"], known);
    return made || (node["arguments"] as Node[]).some((argument) => mentions(argument, known));
  }
  return children(node).some((child) => mentions(child, known));
}

function find(node: Node, known: Words, found: Node[]): void {
  if (calculates(node, known)) {
    found.push(node);
    return;
  }
  if (isChanged(node, known)) found.push(...children(node).filter(({ type }) => type === "SpreadElement"));
  const index = node.type === "MemberExpression" && node["computed"] === true ? node["property"] : null;
  for (const child of children(node)) if (child !== index || !isPlace(child)) find(child, known, found);
}

/** A place in a list, counted from 0: `race - 1`. */
const isPlace = ({ type, left, right }: Node & { left?: Node; right?: Node }): boolean =>
  type === "BinaryExpression" &&
  right?.["value"] === 1 &&
  (left?.type === "Identifier" || left?.type === "MemberExpression");

function calculates(node: Node, known: Words): boolean {
  const { left, right, operator } = node as Node & { left?: Node; right?: Node; operator?: string };
  switch (node.type) {
    case "BinaryExpression":
    case "AssignmentExpression":
      if (left === undefined || right === undefined || operator === undefined) return false;
      if ([left, right].some(isText)) return false;
      if (ARITHMETIC.has(operator)) return mentions(left, known) || mentions(right, known);
      if (isFigure(right)) return mentions(left, known);
      return ORDER.has(operator) && !isNothing(right) && [left, right].some((side) => mentions(side, known));
    case "UnaryExpression":
      return operator === "-" && mentions(node["argument"], known);
    case "UpdateExpression":
      return mentions(node["argument"], known);
    case "CallExpression": {
      const callee = node["callee"] as Node;
      const maths = callee.type === "MemberExpression" && nameOf(callee["object"]) === "Math";
      const reads = READS.has(nameOf(callee));
      const given = node["arguments"] as Node[];
      if (callee.type === "MemberExpression" && SEEKS.has(nameOf(callee["property"]))) {
        return seeks(callee["object"] as Node, given, known);
      }
      return (maths || reads) && given.some((argument) => mentions(argument, known));
    }
    default:
      return false;
  }
}

/** Whether one looks for who stands somewhere, or whether a number is among those written down. */
function seeks(list: Node, given: readonly Node[], known: Words): boolean {
  const figures = list.type === "ArrayExpression" && (list["elements"] as Node[]).some(isFigure);
  return STANDS.has(nameOf(list["property"])) || (figures && given.some((argument) => mentions(argument, known)));
}

/** A copy of something told, with something told changed in it. */
const isChanged = ({ type, properties }: Node & { properties?: readonly Node[] }, known: Words): boolean =>
  type === "ObjectExpression" &&
  properties !== undefined &&
  properties.some((part) => part.type === "SpreadElement") &&
  properties.some((part) => part.type === "Property" && known.has(nameOf(part["key"])));

const isText = (node: Node): boolean =>
  node.type === "TemplateLiteral" || typeof node["value"] === "string";
/** A number that says more than that there is one, or none. */
const isFigure = (node: Node): boolean => typeof node["value"] === "number" && node["value"] > 1;
const isNothing = (node: Node): boolean => node["value"] === 0;
