import type { RoleName } from '@exam/contract/staff';

/**
 * Staff who can sign in to the console at once; printed at start. Their secrets are public, so production refuses them with the
 * rest of the demonstration. Offices by code.
 */
export const demoStaff = [
  ofOffice(
    'officer@examport.example',
    '林静',
    ['examOfficer', 'postResultsOfficer'],
    ['BJ'],
    'OFFICERBEIJING23456723456723456A',
  ),
  ofOffice(
    'officer.sh@examport.example',
    '何敏',
    ['examOfficer', 'postResultsOfficer'],
    ['SH'],
    'OFFICERSHANGHAI2345672345672345B',
  ),
  ofOffice(
    'officer.new@examport.example',
    '苏禾',
    ['examOfficer', 'postResultsOfficer'],
    ['BJ'],
    'OFFICERNEW2345672345672345672345',
  ),
  ofOffice('clerk@examport.example', '陈涛', ['financeClerk'], 'all', 'CLERKCLERK2345672345672345672345'),
  ofOffice('approver@examport.example', '周岚', ['financeApprover'], 'all', 'APPROVERAPPROVER2345672345672345'),
  ofOffice('admin@examport.example', '沈越', ['administrator'], 'all', 'ADMINADMINADMIN23456723456723456'),
  ofOffice('publisher@examport.example', '许晴', ['cataloguePublisher'], 'all', 'PUBLISHERPUBLISHER23456723456723'),
  ofOffice('editor@examport.example', '高远', ['catalogueEditor'], 'all', 'EDITOREDITOREDITOR23456723456723'),
  ofOffice('support@examport.example', '罗薇', ['supportAgent'], 'all', 'SUPPORTSUPPORT234567234567234567'),
  ofOffice(
    'privacy@examport.example',
    '邓宁',
    ['privacyOfficer', 'auditor'],
    'all',
    'PRIVACYPRIVACY234567234567234567',
  ),
  ofOffice('counsel@examport.example', '贺明', ['privacyOfficer'], 'all', 'COUNSELCOUNSEL234567234567234567'),
] as const;

/** Has no standing approval to open records of minors. */
export const newcomer = 'officer.new@examport.example';

export const demoStaffPassword = 'Kaotu@2026';

export type DemoStaff = {
  email: string;
  name: string;
  roles: readonly RoleName[];
  offices: readonly string[] | 'all';
  totpSecret: string;
};

function ofOffice(
  email: string,
  name: string,
  roles: readonly RoleName[],
  ...[offices, totpSecret]: readonly [readonly string[] | 'all', string]
): DemoStaff {
  return { email, name, roles, offices, totpSecret };
}
