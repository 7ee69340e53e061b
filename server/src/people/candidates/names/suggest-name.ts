import { checkName, isDottedName, suggestPassportSpelling, tidyText } from '@exam/contract/rules';
import { refuseFields } from '#platform/errors';
import { compoundSurnames } from './compound-surnames.ts';

/**
 * Surname and given name in pinyin as a passport prints them, for a name in Chinese characters: a suggestion that the person
 * confirms (3-domain 1.5). A compound surname is one word, the syllables of the given name are written together, and the
 * vowel after L and N is YU.
 * @throws Refusal FIELDS when the name holds anything but two to ten Chinese characters, a dot between its parts (its owner's language is not
 * Chinese), or a character whose reading is not known.
 */
export async function suggestName(name: string): Promise<{ lastName: string; firstName: string }> {
  const characters = Array.from(tidyText(name).replaceAll(' ', ''));
  const isChinese = characters.every((character) => /\p{Script=Han}/u.test(character));
  if (isDottedName(name) || !isChinese || characters.length < 2 || characters.length > 10)
    return refuseFields({ name: 'NAME_CHARACTERS' });
  // Loaded when first asked for: its dictionary is large, and few processes ever need it.
  const { pinyin } = await import('pinyin-pro');
  const options = { mode: 'surname', surname: 'head', toneType: 'none', type: 'all', v: true } as const;
  const read = pinyin(characters.join(''), options);
  if (!read.every(({ isZh }) => isZh)) return refuseFields({ name: 'NAME_CHARACTERS' });
  const syllables = read.map((each) => suggestPassportSpelling(each.pinyin.toUpperCase()));
  const surnameLength = characters.length > 2 && compoundSurnames.has(characters.slice(0, 2).join('')) ? 2 : 1;
  const lastName = syllables.slice(0, surnameLength).join('');
  const firstName = syllables.slice(surnameLength).join('');
  // What the form would refuse is no suggestion.
  return checkName(lastName, firstName).ok ? { lastName, firstName } : refuseFields({ name: 'NAME_CHARACTERS' });
}
