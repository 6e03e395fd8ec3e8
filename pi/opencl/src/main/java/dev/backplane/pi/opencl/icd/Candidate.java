package dev.backplane.pi.opencl.icd;

/**
 * A library that something names as an OpenCL implementation.
 *
 * @param library what to ask the dynamic linker for
 * @param namedBy the file, variable or key that names it
 * @param trusted whether the system's own folder names it, so that every program here loads it
 */
record Candidate(String library, String namedBy, boolean trusted) {
  @Override
  public String toString() {
    return "library " + library + " (named by " + namedBy + ")";
  }
}
