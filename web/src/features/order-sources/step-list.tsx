/** What to click in the store. */
export const StepList = ({ steps }: { steps: readonly string[] }) => (
  <ol className="grid list-decimal gap-1.5 pl-5 text-text-2">
    {steps.map((step) => (
      <li key={step} className="wrap-anywhere">
        {step}
      </li>
    ))}
  </ol>
);
