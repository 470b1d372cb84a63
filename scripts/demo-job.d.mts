export const demoJob: unknown;
export const nineJob: unknown;
