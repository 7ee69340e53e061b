import type { Request } from '@exam/contract/client';
import {
  ageOn,
  checkIdentity,
  checkPickupPerson,
  leaveChoiceOf,
  leaveChoices,
  type LeaveChoice,
  type PickupForm,
} from '@exam/contract/rules';
import { isFields } from '../../app/draft/typed.ts';
import type { Registration } from './people.tsx';

type PersonForm = Omit<PickupForm, 'type' | 'isFourteenOrOlder'> & { isFourteenOrOlder: boolean };

/** What the form about leaving holds. */
export type LeaveAnswers = { choice: LeaveChoice | null; person: PersonForm; isAgreed: boolean };

/** Whether something remembered has the shape of these answers. */
export function areLeaveAnswers(value: unknown): value is LeaveAnswers {
  if (!isFields(value) || !isFields(value['person'])) return false;
  const { choice, person } = value;
  const texts = [person['name'], person['idType'], person['idNo'], person['mobile']];
  return (choice === null || typeof choice === 'string') && texts.every((text) => typeof text === 'string');
}

/** How a minor leaves, as it is sent. */
export type Leave = Pick<Request<'application.changePickup'>['body'], 'leaveAlone' | 'applicationPickupPerson'>;

/** The choice at present. The person's number is known as a mask only, so it has to be typed again. */
export function leaveAnswersOf(registration: Registration): LeaveAnswers {
  const person = registration.applicationPickupPerson;
  return {
    choice: leaveChoiceOf({ leaveAlone: registration.leaveAlone, pickupPerson: person }),
    person: {
      name: person?.name ?? '',
      idType: person?.idType ?? 'IDCard',
      idNo: '',
      mobile: (person?.mobile ?? '').replace(/^\+86(?=1\d{10}$)/, ''),
      isFourteenOrOlder: false,
    },
    isAgreed: false,
  };
}

/** The candidate's age on the exam day and the ways of leaving open to it; none from 18 on. */
export function leaveOptions({ applicationCandidate, examInfo }: Registration): {
  age: number;
  choices: readonly LeaveChoice[];
} {
  const age = ageOn(applicationCandidate.dob, examInfo.examDate);
  return { age, choices: leaveChoices(age) };
}

/** Whether the document as typed does not show the age, so that it has to be declared. */
export function mustDeclareAge({ idType, idNo }: PersonForm, today: string): boolean {
  const identity = checkIdentity(idType, idNo, { today });
  return identity.ok && identity.birthDate === undefined;
}

/** Everything wrong with the answers by path, as the server will name it; `agree` is the guardian's tick for leaving alone. */
export function leaveRefusals({ choice, person, isAgreed }: LeaveAnswers, today: string): Record<string, string> {
  if (choice === null) return { leaveAlone: 'LEAVE_CHOICE_REQUIRED' };
  if (choice === 'LeavesAlone') return isAgreed ? {} : { agree: 'CONFIRMATION_REQUIRED' };
  if (choice === 'GuardianPicksUp') return {};
  const checked = checkPickupPerson(person, { today });
  if (checked.ok) return {};
  return Object.fromEntries(
    Object.entries(checked.fields).map(([path, code]) => [`applicationPickupPerson.${path}`, code]),
  );
}

/** The answers as they are sent; only for answers without refusals. */
export function leaveOf({ choice, person }: LeaveAnswers, today: string): Leave {
  const { isFourteenOrOlder, ...rest } = person;
  const declared = mustDeclareAge(person, today) ? { isFourteenOrOlder } : {};
  return {
    leaveAlone: choice === 'LeavesAlone',
    applicationPickupPerson:
      choice === 'AuthorisedPersonPicksUp' ? { ...rest, ...declared, type: 'AuthorisedPerson' } : null,
  };
}

/** The DOM id of a field, by its path on the wire. */
export function leaveFieldId(path: string): string {
  return `leave-${path.replaceAll('.', '-')}`;
}
