package dev.backplane.compiler;

/** The errors in a graph or in what is made of it. Names are stable. */
public enum CompilerError {
  /** A text is not JSON, or not that of a graph. */
  SYNTAX,
  /** A document has a version that this compiler does not read. */
  SCHEMA_VERSION,
  /** An attribute is missing. */
  ATTRIBUTE_MISSING,
  /** An attribute has a value of another type, or one that makes no sense. */
  ATTRIBUTE_INVALID,
  /** Two nodes have one name. */
  DUPLICATE_NODE,
  /** Two edges lead from one node to the same other one. */
  DUPLICATE_EDGE,
  /** An edge begins or ends at a node that is not there. */
  DANGLING_EDGE,
  /** A node depends on itself. */
  CYCLE,
  /** Nodes are connected in a way that the pass does not support. */
  UNSUPPORTED_GRAPH,
  /** No component, or no handler of the pass, is registered for the type of a node. */
  UNKNOWN_TYPE,
  /** Something is registered for this type already. */
  DUPLICATE_TYPE,
  /** An override of a type for which nothing is registered. */
  OVERRIDE_OF_NOTHING,
  /** The shape of a tensor is not the one that is needed. */
  SHAPE_MISMATCH,
  /** A number or a format has more bits than are supported, or than its place has. */
  WIDTH_MISMATCH,
  /** A name cannot be one in Verilog and VHDL. */
  BAD_NAME,
  /** Two files of a design have one name and different contents. */
  FILE_CONFLICT,
  /** A handler or component did what its contract forbids. */
  BAD_COMPONENT,
  /** A rewriting rule is inconsistent, or does not end. */
  BAD_RULE,
  /** A model is no ONNX model, or is damaged. */
  MODEL_DAMAGED,
  /** A model has operators, versions or shapes that cannot be imported. */
  MODEL_UNSUPPORTED,
  /** A network is larger than any card. */
  TOO_LARGE,
  /** A file of samples is damaged, or its samples do not fit the model. */
  BAD_SAMPLES,
  /** Files cannot be written. */
  OUTPUT
}
