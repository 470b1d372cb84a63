/** What is released for a run that is the whole domain. */
export const anyValue = '*';
