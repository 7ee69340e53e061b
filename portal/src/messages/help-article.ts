/** A paragraph, or a list. */
export type Block = string | readonly string[];

/** A part of a page with its own address: `#id`, the same in both languages. */
export type Section = {
  id: string;
  title: string;
  blocks: readonly Block[];
  /** Where to read on or act. */
  links?: readonly { href: string; label: string }[];
};

/** A page of text. */
export type Article = { lead: string; sections: readonly Section[] };

/** A question of the help pages with its answer. */
export type Question = {
  id: string;
  question: string;
  answer: readonly Block[];
  link?: { href: string; label: string };
};

export type QuestionGroup = { id: string; title: string; questions: readonly Question[] };
