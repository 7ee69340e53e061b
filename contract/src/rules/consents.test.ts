import { describe, expect, it } from 'vitest';
import {
  adultStatements,
  checkConsents,
  checkLeaveConsents,
  consentVersion,
  minorStatements,
  objectionHours,
  statementsFor,
  statementsToKeep,
  ticksOf,
} from './consents.ts';

const tick = (ids: readonly string[], version = consentVersion) => ids.map((statementId) => ({ statementId, version }));

describe('consents', () => {
  it('are four for an adult and five for a minor [6.1 rule:candidate.four_or_five_consents]', () => {
    expect([statementsFor(false).length, statementsFor(true).length]).toEqual([4, 5]);
    expect(checkConsents(false, tick(adultStatements), null)).toEqual({ ok: true, given: [...adultStatements] });
    expect(checkConsents(true, tick(minorStatements), null)).toEqual({ ok: true, given: [...minorStatements] });
  });

  it('lack each statement that is not ticked, and an adult’s do not serve for a child [6.1]', () => {
    expect(checkConsents(false, tick(adultStatements.slice(1)), null)).toEqual({
      ok: false,
      code: 'CONSENT_INCOMPLETE',
      missing: ['terms'],
    });
    expect(checkConsents(true, tick(adultStatements), null)).toMatchObject({ missing: [...minorStatements] });
    expect(checkConsents(true, tick(minorStatements.slice(0, 4)), null)).toMatchObject({ missing: ['guardianship'] });
  });

  it('are needed to keep a child until the day before it is fourteen [6.1 PIPL-31]', () => {
    expect(statementsToKeep('2012-11-27', '2026-11-26')).toEqual(['childKept']);
    expect(statementsToKeep('2012-11-26', '2026-11-26')).toEqual([]);
  });

  it('for another way of leaving are the guardian’s own where the child is to leave alone, and none elsewhere [R-27 R-30]', () => {
    expect(checkLeaveConsents('LeavesAlone', tick(['guardianship']))).toEqual({ ok: true, given: ['guardianship'] });
    expect(checkLeaveConsents('LeavesAlone', [])).toMatchObject({ ok: false, code: 'CONSENT_INCOMPLETE' });
    expect(checkLeaveConsents('GuardianPicksUp', tick(['guardianship']))).toEqual({ ok: true, given: [] });
  });

  it('are asked again when their text has changed [6.1]', () => {
    expect(checkConsents(false, tick(adultStatements, '2025-01'), null)).toEqual({
      ok: false,
      code: 'CONSENT_OUTDATED',
      missing: [...adultStatements],
    });
  });

  it('may be objected to by a guardian for three days [PIPL-31]', () => {
    expect(objectionHours).toBe(72);
  });

  it('lack what was never ticked, whatever else has changed its text [6.1]', () => {
    const [first, ...others] = adultStatements;
    const ticked = [...tick([first], '2025-01'), ...tick(others.slice(1))];
    expect(checkConsents(false, ticked, null)).toEqual({
      ok: false,
      code: 'CONSENT_INCOMPLETE',
      missing: [first, others[0]],
    });
  });

  it('are asked again when what they told of the recipient has changed, which only those who name one do [PIPL-39]', () => {
    const ticked = ticksOf(adultStatements, { version: consentVersion, recipient: { version: 3 } });

    expect(ticked.filter((each) => 'recipientVersion' in each)).toEqual([
      { statementId: 'awardingBody', version: consentVersion, recipientVersion: 3 },
    ]);
    expect(checkConsents(false, ticked, { version: 3 })).toMatchObject({ ok: true });
    expect(checkConsents(false, ticked, { version: 4 })).toEqual({
      ok: false,
      code: 'CONSENT_OUTDATED',
      missing: ['awardingBody'],
    });
    expect(checkConsents(false, ticked, null)).toMatchObject({ missing: ['awardingBody'] });
    expect(checkConsents(false, tick(adultStatements), { version: 4 })).toMatchObject({ ok: true });
  });
});
