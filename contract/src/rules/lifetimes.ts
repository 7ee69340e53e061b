/** How long a session, a ticket and a device of an account live: the server's table of limits, the portal's own watch and the help pages take them from here. */
export const accountLifetimes = {
  sessionHours: 12,
  idleMinutes: 30,
  ticketMinutes: 10,
  trustedDeviceDays: 30,
  knownDeviceDays: 180,
};
