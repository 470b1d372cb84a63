/** Days since 1970 (UTC), or KOHORT_DAY, with which a share is run again; CI prints it. */
export const day = Number(process.env.KOHORT_DAY ?? Math.floor(Date.now() / 86_400_000));
if (!Number.isInteger(day) || day < 0) throw new Error('KOHORT_DAY is a whole number from 0');
