/* Structs that JavaScript fills: one list of fields each, NAME_FIELDS(X) with a line X(type, name) per
 * field. The list makes the struct here and its description in src/wasm.c, so that JavaScript writes every
 * field at the offset that this build of the core has.
 */
#ifndef BASE_STRUCT_H
#define BASE_STRUCT_H

#define STRUCT_MEMBER(type, name, ...) type name;

#endif
