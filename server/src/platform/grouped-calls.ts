interface Call<Input, Output> {
  input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

interface GroupedWork<Input, Output> {
  maxSize: number;
  /**
   * Does all or nothing for the whole group. Null, or an error, when that is not possible; then `one` runs for
   * each call.
   */
  all(inputs: Input[]): Promise<Output[] | null>;
  one(input: Input): Promise<Output>;
}

/**
 * Combines calls that arrive while an earlier group is running, so that they share a statement. A call that
 * fails does not affect the others of its group.
 */
export function groupCalls<Input, Output>({
  maxSize,
  all,
  one,
}: GroupedWork<Input, Output>): (input: Input) => Promise<Output> {
  const waiting: Call<Input, Output>[] = [];
  let isRunning = false;

  const runAll = async (group: Call<Input, Output>[]): Promise<boolean> => {
    try {
      const outputs = group.length > 1 ? await all(group.map(({ input }) => input)) : null;
      if (!outputs) return false;
      for (const [index, { resolve }] of group.entries()) resolve(outputs[index] as Output);
      return true;
    } catch {
      return false;
    }
  };

  const runEach = async (group: Call<Input, Output>[]): Promise<void> => {
    for (const { input, resolve, reject } of group) await one(input).then(resolve, reject);
  };

  const run = async (): Promise<void> => {
    // Lets calls of the same moment join the first group.
    await new Promise((done) => setImmediate(done));
    while (waiting.length > 0) {
      const group = waiting.splice(0, maxSize);
      if (!(await runAll(group))) await runEach(group);
    }
    isRunning = false;
  };

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      void run();
    });
}
