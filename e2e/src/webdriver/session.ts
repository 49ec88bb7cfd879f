/** The driver's reference to an element of the current document. */
export interface ElementRef {
  readonly ref: string;
}

/** The few WebDriver actions that the cross-browser journeys need. */
export interface DriverSession {
  /** Files that the browser saved are somewhere below this folder. */
  readonly home: string;
  navigate: (url: string) => Promise<void>;
  /** Runs the body of a function, which reads `arguments` and returns JSON text. */
  evaluate: (body: string, args?: readonly unknown[]) => Promise<string>;
  /** Runs the body of a function that returns an element or null. */
  find: (body: string, args?: readonly unknown[]) => Promise<ElementRef | null>;
  click: (element: ElementRef) => Promise<void>;
  /** Replaces the content of a text field, key by key. */
  type: (element: ElementRef, text: string) => Promise<void>;
  setFile: (element: ElementRef, path: string) => Promise<void>;
  close: () => Promise<void>;
}

export class DriverError extends Error {
  override name = 'DriverError';
}
