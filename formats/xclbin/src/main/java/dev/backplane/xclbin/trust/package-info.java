/**
 * Trust in containers: verdicts on signatures, and the service that gives them. The cryptography is
 * in an artifact of its own, which a program adds if it needs it.
 */
package dev.backplane.xclbin.trust;
