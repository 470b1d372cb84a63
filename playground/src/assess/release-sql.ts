/** A module of its own, which is loaded with the first question for statements. */
export { releaseAsSql } from 'kohort/sources';
