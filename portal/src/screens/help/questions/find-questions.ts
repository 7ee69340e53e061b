import type { Question, QuestionGroup } from '../../../messages/help-article.ts';

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('’', "'");

function textOf({ question, answer }: Question): string {
  return plain([question, ...answer.flat()].join(' '));
}

/** The groups with the questions in which every word of the search occurs, in question or answer; empty groups are left out. */
export function findQuestions(groups: readonly QuestionGroup[], query: string): QuestionGroup[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      questions: group.questions.filter((question) => {
        const text = `${plain(group.title)} ${textOf(question)}`;
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter((group) => group.questions.length > 0);
}
