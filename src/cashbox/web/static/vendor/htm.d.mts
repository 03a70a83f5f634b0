declare const htm: {
  bind<N>(h: (type: any, props: any, ...children: any[]) => N): (strings: TemplateStringsArray, ...values: any[]) => N;
};
export default htm;
