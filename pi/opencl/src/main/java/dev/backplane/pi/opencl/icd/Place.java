package dev.backplane.pi.opencl.icd;

/**
 * A place that was looked at for OpenCL implementations.
 *
 * @param where a folder, a file, a variable or a library, as a person would name it
 * @param found what was there, or what is wrong with it
 */
public record Place(String where, String found) {
  @Override
  public String toString() {
    return where + ": " + found;
  }
}
