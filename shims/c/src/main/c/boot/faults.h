/* How the program ends by its own faults while a JVM is in its process. */
#ifndef BACKPLANE_FAULTS_H
#define BACKPLANE_FAULTS_H

#include <jni.h>

/* Called just before the JVM is made; the place is filled when it is. */
void faults_before_vm(JavaVM **made);

#endif
