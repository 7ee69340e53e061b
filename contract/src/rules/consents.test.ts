import { describe, expect, it } from 'vitest';
import { adultStatements, checkConsents, consentVersion, minorStatements, statementsFor } from './consents.ts';

const tick = (ids: readonly string[], version = consentVersion) => ids.map((statementId) => ({ statementId, version }));

describe('consents', () => {
  it('are four for an adult and five for a minor [6.1 rule:candidate.four_or_five_consents]', () => {
    expect([statementsFor(false).length, statementsFor(true).length]).toEqual([4, 5]);
    expect(checkConsents(false, tick(adultStatements))).toEqual({ ok: true, given: [...adultStatements] });
    expect(checkConsents(true, tick(minorStatements))).toEqual({ ok: true, given: [...minorStatements] });
  });

  it('lack each statement that is not ticked, and an adult’s do not serve for a child [6.1]', () => {
    expect(checkConsents(false, tick(adultStatements.slice(1)))).toEqual({
      ok: false,
      code: 'CONSENT_INCOMPLETE',
      missing: ['terms'],
    });
    expect(checkConsents(true, tick(adultStatements))).toMatchObject({ missing: [...minorStatements] });
    expect(checkConsents(true, tick(minorStatements.slice(0, 4)))).toMatchObject({ missing: ['guardianship'] });
  });

  it('are asked again when their text has changed [6.1]', () => {
    expect(checkConsents(false, tick(adultStatements, '2025-01'))).toEqual({
      ok: false,
      code: 'CONSENT_OUTDATED',
      missing: [...adultStatements],
    });
  });
});
