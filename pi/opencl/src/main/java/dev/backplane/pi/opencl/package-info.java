/**
 * The OpenCL plugin: finds every implementation of this machine and drives its devices through the
 * plugin interface.
 */
package dev.backplane.pi.opencl;
