export default {
  vue: {template: {compilerOptions: {isCustomElement: (tag) => tag.includes('-')}}},
};
