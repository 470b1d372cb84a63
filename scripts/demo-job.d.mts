export const demoJob: unknown;
