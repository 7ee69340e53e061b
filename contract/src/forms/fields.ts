import { isOfLength, plainCharacters, visibleText } from '../rules/writing.ts';
import { checkEmail } from '../rules/emails.ts';
import { addMonths, isRealDate } from '../rules/china-date.ts';
import type { ChinaDate } from '../rules/china-date.ts';
import { entryRules, splitList } from './entries.ts';
import type { EntryKind, FormRefusal } from './entries.ts';

interface Asked {
  /** A field is required unless it says so. */
  optional?: true;
  /** Asked only when a choice before it includes an option; otherwise there is no answer to it. */
  when?: { field: string; includes: string };
}

/** The ten kinds of field a registration form is made of. */
export type Field = Asked &
  (
    | { kind: 'text'; max: number }
    | { kind: 'email' }
    /** `ofExam`: the month of the exam date that was chosen. */
    | { kind: 'month'; ofExam?: true }
    /** `notBefore` names the date it may not precede; `window`: with its other end it has to include the chosen exam date. */
    | { kind: 'date'; notBefore?: string; window?: 'from' | 'to' }
    /** Exactly one code. */
    | { kind: 'code'; entry: EntryKind }
    | { kind: 'file'; max: number }
    /** `perCandidate`: each candidate has an entry of their own, in the order of the candidates. */
    | { kind: 'list'; entry: EntryKind; max: number; perCandidate?: true }
    | { kind: 'choice'; options: readonly string[]; max: number }
    | { kind: 'confirm' }
    | { kind: 'yesNoWithReason'; max: number }
  );
export type FieldKind = Field['kind'];
export type Fields = Readonly<Record<string, Field>>;

/** An answer that needs an explanation when it is yes. */
export interface YesNoWithReason {
  yes: boolean;
  reason?: string;
}

interface Values {
  text: string;
  email: string;
  /** `yyyy-mm` */
  month: string;
  /** `yyyy-mm-dd` */
  date: string;
  code: string;
  /** Ids of uploaded attachments. */
  file: string[];
  list: string[];
  choice: string[];
  confirm: true;
  yesNoWithReason: YesNoWithReason;
}
type MayBeMissing = { optional: true } | { when: object };
type NamesWhere<F extends Fields, Missing extends boolean> = {
  [Name in keyof F]: F[Name] extends MayBeMissing
    ? Missing extends true
      ? Name
      : never
    : Missing extends true
      ? never
      : Name;
}[keyof F];
/** The answers a set of fields accepts, normalised. What is optional or was not asked is missing. */
export type AnswersOf<F extends Fields> = { [Name in NamesWhere<F, false>]: Values[F[Name]['kind']] } & {
  [Name in NamesWhere<F, true>]?: Values[F[Name]['kind']] | undefined;
};

type FieldOf<K extends FieldKind> = Extract<Field, { kind: K }>;

/** Tells what is wrong with an answer, and where inside it. */
type Refuse = (code: FormRefusal, ...inside: readonly (string | number)[]) => void;
/** Takes an answer to what is kept of it, or refuses it. What is kept of a refused answer is of no account. */
type Rule<F> = (field: F, answer: unknown, refuse: Refuse) => unknown;

type EntryRule = { pattern: RegExp; refusal: FormRefusal; severalRefusal?: FormRefusal };
const ruleOfEntry = (entry: EntryKind): EntryRule => entryRules[entry];

/** The rule of every kind; a kind without one does not compile. */
const rules: { [K in FieldKind]: Rule<FieldOf<K>> } = {
  text: ({ max }, answer, refuse) => textUpTo(max, answer, refuse),
  email: (_field, answer, refuse) => {
    if (typeof answer !== 'string') return refuse(codeOfMissing(answer));
    const checked = checkEmail(answer);
    return checked.ok ? checked.email : refuse(checked.code === 'EMAIL_REQUIRED' ? 'REQUIRED_FIELD' : checked.code);
  },
  month: (_field, answer, refuse) => textThat((text) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text), answer, refuse),
  date: (_field, answer, refuse) => textThat(isRealDate, answer, refuse),
  code: ({ entry }, answer, refuse) => {
    const { pattern, refusal: wrong, severalRefusal } = ruleOfEntry(entry);
    if (typeof answer !== 'string') return refuse(codeOfMissing(answer));
    const code = plainCharacters(answer).trim().toUpperCase();
    if (pattern.test(code)) return code;
    return refuse(splitList(code.replaceAll('/', ' ')).length < 2 ? wrong : (severalRefusal ?? wrong));
  },
  file: ({ max }, answer, refuse) => {
    const ids = listUpTo(max, 'TOO_MANY_FILES', answer, refuse);
    for (const [at, id] of ids.entries()) if (typeof id !== 'string' || !uuid.test(id)) refuse('INVALID_FORMAT', at);
    return ids;
  },
  list: ({ entry, max }, answer, refuse) => {
    const { pattern, refusal: wrong } = ruleOfEntry(entry);
    const entries = listUpTo(max, 'TOO_MANY_ENTRIES', entriesOf(answer), refuse);
    for (const [at, each] of entries.entries()) {
      if (typeof each !== 'string') refuse(codeOfMissing(each), at);
      else if (!pattern.test(each)) refuse(wrong, at);
    }
    return entries;
  },
  choice: ({ options, max }, answer, refuse) => {
    const chosen = listUpTo(max, 'TOO_MANY_ENTRIES', answer, refuse);
    for (const [at, option] of chosen.entries()) {
      if (typeof option !== 'string') refuse(codeOfMissing(option), at);
      else if (!options.includes(option)) refuse('INVALID_FORMAT', at);
    }
    return chosen;
  },
  confirm: (_field, answer, refuse) => (answer === true ? true : refuse('CONFIRMATION_REQUIRED')),
  yesNoWithReason: ({ max }, answer, refuse) => {
    const given = recordOf(answer);
    if (given === null) return refuse(codeOfMissing(answer));
    for (const key of Object.keys(given)) if (key !== 'yes' && key !== 'reason') refuse('UNKNOWN_FIELD', key);
    const { yes, reason: typed } = given;
    if (typeof yes !== 'boolean') refuse(codeOfMissing(yes), 'yes');
    const reason = typed === undefined ? undefined : textUpTo(max, typed, (code) => refuse(code, 'reason'));
    if (yes === true && !reason) refuse('REASON_REQUIRED', 'reason');
    return reason === undefined ? { yes } : { yes, reason };
  },
};

/** The shape of an attachment's id; whether there is one is asked of the database. */
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Why an answer that is not of its kind is refused: it is missing, or of the wrong type. */
function codeOfMissing(answer: unknown): FormRefusal {
  return answer === undefined || answer === null ? 'REQUIRED_FIELD' : 'INVALID_FORMAT';
}

function textThat(isFit: (text: string) => boolean, answer: unknown, refuse: Refuse): unknown {
  if (typeof answer !== 'string') return refuse(codeOfMissing(answer));
  return isFit(answer) ? answer : refuse('INVALID_FORMAT');
}

function textUpTo(max: number, answer: unknown, refuse: Refuse): string | undefined {
  if (typeof answer !== 'string') {
    refuse(codeOfMissing(answer));
    return undefined;
  }
  const text = visibleText(answer).trim();
  if (!isOfLength(text, { max })) refuse('TOO_LONG');
  return text;
}

/** The entries to look at one by one: none when there are too many or too few of them. */
function listUpTo(max: number, tooMany: FormRefusal, answer: unknown, refuse: Refuse): readonly unknown[] {
  if (Array.isArray(answer) && answer.length > 0 && answer.length <= max) return answer;
  if (!Array.isArray(answer)) refuse(codeOfMissing(answer));
  else refuse(answer.length === 0 ? 'REQUIRED_FIELD' : tooMany);
  return [];
}

/** Answers that may be stored, or what is wrong with them by path: `accaNumbers.3`. */
export type AnswerCheck<F extends Fields> =
  | { ok: true; answers: AnswersOf<F> }
  | { ok: false; fields: Record<string, FormRefusal> };

/** The fields that are asked given these answers: without those whose condition is not met. */
export function askedFields(fields: Fields, answers: Readonly<Record<string, unknown>>): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, { when }]) => when === undefined || isMet(when, answers)),
  );
}

/** What was chosen before a form is filled in; its answers may not contradict it. */
export interface Chosen {
  examDate: ChinaDate;
  candidates: number;
}

/**
 * Checks and normalises answers, in the browser on leaving a field and on the server at submission alike: every field by the rule of its
 * kind, unknown keys refused. Blank text and an empty list count as not answered. Without a schema library: the browser needs none else.
 * @param chosen null where nothing was: a form that is only tried.
 */
export function checkAnswers<F extends Fields>(fields: F, answers: unknown, chosen: Chosen | null): AnswerCheck<F> {
  const given = recordOf(answers);
  // Nothing that could have fields.
  if (given === null) return { ok: false, fields: { '': 'INVALID_FORMAT' } };
  const asked = askedFields(fields, given);
  const refused = new Map<string, FormRefusal>();
  const refuse = (path: string, code: FormRefusal) => void (refused.has(path) || refused.set(path, code));
  const kept = Object.entries(asked).flatMap(([name, field]) => {
    const answer = isBlank(given[name]) ? undefined : given[name];
    if (answer === undefined && field.optional) return [];
    return [[name, answerBy(field, answer, (code, ...inside) => refuse([name, ...inside].join('.'), code))] as const];
  });
  // What was answered while a field was asked, and is not any longer, does not count.
  for (const name of Object.keys(given)) if (!Object.hasOwn(fields, name)) refuse(name, 'UNKNOWN_FIELD');
  for (const name of endsBeforeStart(asked, given)) refuse(name, 'END_BEFORE_START');
  for (const [name, code] of chosen === null ? [] : contradictions(asked, given, chosen)) refuse(name, code);
  if (refused.size > 0) return { ok: false, fields: Object.fromEntries(refused) };
  // Each rule gives what AnswersOf says of its kind; what is not asked is missing.
  return { ok: true, answers: Object.fromEntries(kept) as AnswersOf<F> };
}

/** The ids of every file that answers hold, over all their fields of files. */
export function filesIn(fields: Fields, answers: Readonly<Record<string, unknown>>): string[] {
  const names = Object.keys(fields).filter((name) => fields[name]?.kind === 'file');
  return names.flatMap((name) => {
    const ids = answers[name];
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
  });
}

function isMet(when: NonNullable<Field['when']>, answers: Readonly<Record<string, unknown>>): boolean {
  const chosen = answers[when.field];
  return Array.isArray(chosen) && chosen.includes(when.includes);
}

function recordOf(answers: unknown): Readonly<Record<string, unknown>> | null {
  return typeof answers === 'object' && answers !== null && !Array.isArray(answers) ? { ...answers } : null;
}

/** The names of the dates that lie before the one they may not precede. */
function endsBeforeStart(fields: Fields, answers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind !== 'date' || field.notBefore === undefined) return [];
    const [end, start] = [answers[name], answers[field.notBefore]];
    const areDates = typeof end === 'string' && typeof start === 'string' && isRealDate(end) && isRealDate(start);
    return areDates && end < start ? [name] : [];
  });
}

/** The answers that contradict what was chosen; any other fault of theirs has been told already. */
function contradictions(
  fields: Fields,
  answers: Readonly<Record<string, unknown>>,
  chosen: Chosen,
): [name: string, code: FormRefusal][] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const code = contradictionOf(field, answers[name], chosen);
    return code === null ? [] : [[name, code] as const];
  });
}

function contradictionOf(field: Field, answer: unknown, { examDate, candidates }: Chosen): FormRefusal | null {
  if (field.kind === 'month' && field.ofExam) return answer === examDate.slice(0, 7) ? null : 'MONTH_OF_EXAM';
  if (field.kind === 'date' && field.window)
    return typeof answer === 'string' && isWindowEnd(field.window, answer, examDate) ? null : 'WINDOW_OF_EXAM';
  if (field.kind === 'list' && field.perCandidate) {
    const entries = entriesOf(answer);
    return Array.isArray(entries) && entries.length !== candidates ? 'ACCA_NUMBER_EACH' : null;
  }
  return null;
}

/** A window around an exam begins and ends within a year of it. */
function isWindowEnd(end: 'from' | 'to', date: ChinaDate, examDate: ChinaDate): boolean {
  return end === 'from'
    ? addMonths(examDate, -12) <= date && date <= examDate
    : examDate <= date && date <= addMonths(examDate, 12);
}

// One case a kind lets the compiler see that the rule and the field are of the same kind.
function answerBy<K extends FieldKind>(field: FieldOf<K> & { kind: K }, answer: unknown, refuse: Refuse): unknown {
  return rules[field.kind](field, answer, refuse);
}

function isBlank(value: unknown): boolean {
  return (
    value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
  );
}

function entriesOf(value: unknown): unknown {
  if (typeof value === 'string') return splitList(value);
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
    ? splitList(value.join('\n'))
    : value;
}
