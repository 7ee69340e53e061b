import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { applicationCalls, captchaCalls, userCalls } from '../calls/index.ts';
import { wire } from '../wire.ts';
import * as entities from './index.ts';

const rows = readFileSync(new URL('../../../docs/coverage/specification.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'));

/** The names a group of the specification lists, such as the fields of Order. */
const listed = (kind: string, group: string): string[] =>
  rows.find((row) => row[0] === kind && row[1] === group)?.[2]?.split(',') ?? [];

/** The names of an object's fields on the wire. */
function fieldsOf(schema: z.ZodMiniType): string[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: object;
    anyOf?: { properties?: object }[];
    items?: { properties?: object };
  };
  const found =
    json.properties ?? json.items?.properties ?? json.anyOf?.find((option) => option.properties)?.properties;
  return Object.keys(found ?? {});
}

const valuesOf = (schema: z.ZodMiniType): string[] =>
  (z.toJSONSchema(schema, { io: 'input' }) as { enum?: string[] }).enum ?? [];

const { shape } = entities.application;
const page = entities.paged(entities.office);
const query = entities.pagedQuery(['a'], ['b']);

describe('entities on the wire', () => {
  it.each([
    ['Application', entities.application],
    ['ExamInfo', shape.examInfo],
    ['TestRelatedInfo', shape.testRelatedInfo],
    ['ApplicationListItem', entities.applicationListItem],
    ['ApplicationStep', entities.applicationStep],
    ['ApplicationCandidate', entities.maskedCandidate],
    ['Guardian', entities.maskedPerson],
    ['PickupPerson', entities.maskedPerson],
  ])(
    '%s has every field of the specification, letter for letter [S-12 field:Application.* field:ExamInfo.* field:TestRelatedInfo.* field:ApplicationListItem.* field:ApplicationStep.* field:ApplicationCandidate.* field:Guardian.* field:PickupPerson.*]',
    (group, schema) => {
      expect(fieldsOf(schema)).toEqual(expect.arrayContaining(listed('field', group)));
      expect(listed('field', group)).not.toEqual([]);
    },
  );

  it.each([
    ['Session', entities.session],
    ['Product', entities.product],
    ['Subject', entities.subject],
    ['Venue', entities.venue],
    ['City', entities.city],
    ['Office', entities.office],
    ['SessionSubject', entities.sessionSubject],
    ['TierFee', entities.tierFee],
    ['LateEntryCharge', entities.lateEntryCharge],
    ['ProductLine', entities.productLine],
  ])(
    '%s has every field of the specification [S-12 field:Session.* field:Product.* field:Subject.* field:Venue.* field:City.* field:Office.* field:SessionSubject.* field:TierFee.* field:LateEntryCharge.* field:ProductLine.*]',
    (group, schema) => {
      expect(fieldsOf(schema)).toEqual(expect.arrayContaining(listed('field', group)));
      expect(listed('field', group)).not.toEqual([]);
    },
  );

  it.each([
    ['Order', entities.order],
    ['OrderItem', entities.orderItem],
    ['PaymentStart', entities.paymentStart],
    ['RefundInfo', entities.refundInfo],
    ['DiscountSummary', entities.discountSummary],
    ['PagedList', page],
    ['Query', query],
    ['LoginResult', entities.loginResult],
    ['AuthorizationResult', entities.loginResult],
    ['User', entities.currentUser],
    ['Account', entities.currentUser],
    ['Captcha', captchaCalls['captcha.get'].reply],
    ['PublicSubmit', applicationCalls['application.submit'].body],
  ])(
    '%s has every field of the specification [S-12 field:Order.* field:OrderItem.* field:PaymentStart.* field:RefundInfo.* field:DiscountSummary.* field:PagedList.* field:Query.* field:LoginResult.* field:AuthorizationResult.* field:User.* field:Account.* field:Captcha.* field:PublicSubmit.*]',
    (group, schema) => {
      expect(fieldsOf(schema)).toEqual(expect.arrayContaining(listed('field', group)));
      expect(listed('field', group)).not.toEqual([]);
    },
  );

  it.each([
    ['ApplicationStatus', entities.applicationStatus],
    ['EmailStatus', entities.emailStatus],
    ['OrderStatus', entities.orderStatus],
    ['ExamCategory', entities.examCategory],
    ['MessageLanguage', entities.messageLanguage],
    ['Availability', entities.availability],
    ['SecondAvailability', entities.secondAvailability],
    ['VenueStatus', entities.venueStatus],
    ['IdType', entities.idType],
    ['Gender', entities.gender],
    ['CandidateAgeType', entities.candidateAgeType],
    ['PaymentType', entities.paymentType],
  ])(
    '%s has exactly the values of the specification [S-12 enum:ApplicationStatus.* enum:EmailStatus.* enum:OrderStatus.* enum:ExamCategory.* enum:MessageLanguage.* enum:Availability.* enum:SecondAvailability.* enum:VenueStatus.* enum:IdType.* enum:Gender.* enum:CandidateAgeType.* enum:PaymentType.* R-95]',
    (group, schema) => {
      expect(valuesOf(schema).toSorted()).toEqual(listed('enum', group).toSorted());
    },
  );

  it('a post-test service record, a centre and a cash-in code have every field of the specification [S-12 field:PostTestRecord.* field:Centre.* field:CashInCode.*]', () => {
    expect(fieldsOf(entities.postTestRecord)).toEqual(expect.arrayContaining(listed('field', 'PostTestRecord')));
    expect(fieldsOf(entities.centre)).toEqual(expect.arrayContaining(listed('field', 'Centre')));
    expect(fieldsOf(entities.cashInCode)).toEqual(expect.arrayContaining(listed('field', 'CashInCode')));
    expect(listed('field', 'PostTestRecord')).toHaveLength(22);
  });

  it('asks for codes and sign-ins in the specification’s terms [enum:VerificationPurpose.* enum:LoginType.* enum:UserNameType.*]', () => {
    const bodies = {
      purpose: userCalls['user.changeAccount'].body.shape.verificationCodeType,
      login: userCalls['user.signIn'].body.shape.loginType,
      userName: userCalls['user.resetPassword'].body.shape.forgetPasswordType,
    };
    expect(valuesOf(bodies.purpose).toSorted()).toEqual(listed('enum', 'VerificationPurpose').toSorted());
    expect(valuesOf(bodies.login).toSorted()).toEqual(listed('enum', 'LoginType').toSorted());
    expect(valuesOf(bodies.userName).toSorted()).toEqual(listed('enum', 'UserNameType').toSorted());
  });

  it('spells an application’s status right inside and as specified outside [R-01 S-12]', () => {
    expect(z.encode(entities.applicationStatus, 'Submitted')).toBe(wire.applicationStatus.Submitted);
    expect(z.decode(entities.applicationStatus, wire.applicationStatus.Submitted)).toBe('Submitted');
    expect(z.encode(entities.venueStatus, 'Inactive')).toBe(wire.venueStatus.Inactive);
  });
});
