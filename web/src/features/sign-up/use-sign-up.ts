import { checkSignUpForm, MessageAnswerSchema } from '@lading/contract/identity.ts';
import { AUTH } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { apiRequest } from '../../lib/api-client.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { usePending } from '../../lib/use-pending.ts';
import { toast } from '../../ui/toast/toast.ts';
import {
  type FieldName,
  type FieldProblems,
  fieldProblems,
  firstProblemField,
  firstUnmetField,
  problemsFromServer,
  type SignUpValues,
} from './sign-up-problems.ts';

const bodyOf = ({ email, password, fullName, phone }: SignUpValues) => ({
  email: email.trim(),
  password,
  full_name: fullName.trim(),
  ...(phone.trim() && { phone: phone.trim() }),
});

/** Checks and sends the sign-up form, and explains what went wrong. */
export function useSignUp() {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const [fields, setFields] = useState<FieldProblems>({});
  const { pending, run } = usePending();
  const formRef = useRef<HTMLFormElement>(null);

  const showProblem = (message: string, problems: FieldProblems, focus: FieldName | null) => {
    setProblem(message);
    setFields(problems);
    toast.error(message);
    const control = focus && formRef.current?.elements.namedItem(focus);
    if (control instanceof HTMLElement) control.focus();
  };

  const send = async (values: SignUpValues) => {
    setProblem(null);
    setFields({});
    try {
      const { message, hint } = await apiRequest(MessageAnswerSchema, API.register, {
        method: 'POST',
        body: bodyOf(values),
        on401: 'plain',
      });
      toast.success(message);
      if (hint) toast.info(hint);
      void navigate(PAGES.login, { state: { email: values.email.trim() } });
    } catch (error) {
      const problems = error instanceof ApiError ? problemsFromServer(error) : {};
      showProblem(messageOf(error, AUTH.signUpFailed), problems, firstProblemField(problems));
    }
  };

  const submit = (values: SignUpValues) => {
    if (pending) return;
    const problems = fieldProblems(values);
    const [fieldMessage] = Object.values(problems);
    const message = checkSignUpForm(values) ?? fieldMessage;
    if (message) showProblem(message, problems, firstUnmetField(values) ?? firstProblemField(problems));
    else void run(() => send(values));
  };
  const clearProblem = (name: FieldName) => setFields(({ [name]: _, ...others }) => others);
  return { formRef, problem, fields, pending, submit, clearProblem };
}
