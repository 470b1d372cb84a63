/** The released value of a run that is the whole domain. */
export const anyValue = '*';
