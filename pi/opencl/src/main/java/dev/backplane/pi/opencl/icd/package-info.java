/** Finds OpenCL implementations: what names them, what is in them, where their functions are. */
package dev.backplane.pi.opencl.icd;
