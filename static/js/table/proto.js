/** The number of the protocol that this page speaks; alone, as a page needs no other name of it. */
export const PROTO = 1;
