/**
 * Finds where the client computes something from the server's data instead of looking it up.
 *
 * The "rule words" are the names of all numbers in the games' messages and figures. Within a file, a name that is
 * assigned an expression with such a word becomes one too, and so does a parameter that receives it. The check
 * reports every computation with them: arithmetic, `Math`, text parsed as a number, comparisons with numbers,
 * searches for the horse on a space, and changed copies of the data. List indexes (`[race - 1]`) are allowed.
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
/** The fields with positions, and the methods that search them. */
const STANDS = new Set(["progress", "at"]);
const SEEKS = new Set(["includes", "indexOf", "lastIndexOf", "find", "findIndex", "some"]);
const READS = new Set(["Number", "parseInt", "parseFloat"]);
/** Numbers that identify something, counted from 0 and shown from 1. */
const COUNTED = new Set(["horse", "race", "place", "at", "index", "number"]);
/** Numbers that only identify something. */
const WHICH = new Set(["seat", "horse", "viewer", "runner", "trainee", "number", "kind"]);

/** The syntax tree of a file, without the style of a component. */
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

/** The names of all numbers, lists of numbers and tuples with numbers in a file of types. */
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

/** The expressions of a file that compute something, as they are written. */
export function workedOut(name: string, source: string, rules: Words): readonly string[] {
  const text = name.endsWith(".ts") ? asSvelte(source) : source;
  const root = tree(text);
  const known = named(root, rules);
  const found: Node[] = [];
  find(root, known, found);
  const written = found.map(({ start, end }) => text.slice(start, end).replaceAll(/\s+/g, " "));
  return [...new Set(written)].filter((place) => !counts(place));
}

/** Whether it only converts between counting from 0 and from 1. */
function counts(place: string): boolean {
  const [, name = ""] = /(\w+) [+-] 1$/.exec(place) ?? [];
  return COUNTED.has(name) || /\.indexOf\([\w.]+\) \+ 1$/.test(place);
}

/** The rule words, and the names in this file that are assigned values with such words. */
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

/** The names that a node assigns to a value with a known word. */
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

/** A function declaration, or a constant that is a function. */
const isFunction = ({ type, init }: Node & { init?: unknown }): boolean =>
  type === "FunctionDeclaration" || (isNode(init) && init.type.endsWith("FunctionExpression"));

/** The parameter names of a function of this file that receive known values. */
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

/** Whether the value of an expression comes from a known word. Results of comparisons do not count. */
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

/** A list index such as `race - 1`. */
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

/** Whether it searches positions, or looks for a number in a literal list. */
function seeks(list: Node, given: readonly Node[], known: Words): boolean {
  const figures = list.type === "ArrayExpression" && (list["elements"] as Node[]).some(isFigure);
  return STANDS.has(nameOf(list["property"])) || (figures && given.some((argument) => mentions(argument, known)));
}

/** A copy of server data with changed fields. */
const isChanged = ({ type, properties }: Node & { properties?: readonly Node[] }, known: Words): boolean =>
  type === "ObjectExpression" &&
  properties !== undefined &&
  properties.some((part) => part.type === "SpreadElement") &&
  properties.some((part) => part.type === "Property" && known.has(nameOf(part["key"])));

const isText = (node: Node): boolean =>
  node.type === "TemplateLiteral" || typeof node["value"] === "string";
/** A number above 1: comparing with 0 or 1 only asks whether there is any. */
const isFigure = (node: Node): boolean => typeof node["value"] === "number" && node["value"] > 1;
const isNothing = (node: Node): boolean => node["value"] === 0;
