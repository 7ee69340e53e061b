import lint from '@commitlint/lint';

/** CONTRIBUTING.md, "Commits": `domain: imperative sentence` of at most 72 characters, one idea, and a body that says why. */
const rules = {
  'header-max-length': [2, 'always', 72],
  'type-empty': [2, 'never'],
  'subject-empty': [2, 'never'],
  'subject-full-stop': [2, 'never', '.'],
  'body-leading-blank': [2, 'always'],
  'body-empty': [2, 'never'],
} as const;

/** A domain, a colon, and no semicolon: that joins two ideas. */
const parserOpts = { headerPattern: /^([a-z][a-z -]*): ([^;]+)$/, headerCorrespondence: ['type', 'subject'] };

/** What is wrong with a commit's message, a line each; a merge and what will be folded into another commit may say what they like. */
export async function messageProblems(message: string): Promise<string[]> {
  const { errors } = await lint(message, { ...rules }, { parserOpts });
  return errors.map((problem) => problem.message);
}
