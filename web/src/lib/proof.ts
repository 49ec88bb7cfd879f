import { createStore } from './create-store.ts';

interface ProofQuestion {
  answer: (proven: boolean) => void;
}

/** The question that the dialog shows, or null. */
export const proofQuestion = createStore<ProofQuestion | null>(null);

let waiting: Promise<boolean> | null = null;

/** Asks the user to confirm their identity. Concurrent calls share one dialog. */
export function askForProof(): Promise<boolean> {
  waiting ??= new Promise<boolean>((resolve) => {
    proofQuestion.set({
      answer: (proven) => {
        waiting = null;
        proofQuestion.set(null);
        resolve(proven);
      },
    });
  });
  return waiting;
}
