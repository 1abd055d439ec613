#version 460
//@ groups 2 2 2
//@ buf 0.1 size=1920
layout(local_size_x=5,local_size_y=4,local_size_z=3) in;
layout(set=0,binding=1) buffer C { uint c[]; };
shared uint s[60];
void main(){ uint i=gl_GlobalInvocationID.x;
uvec3 g=gl_GlobalInvocationID, l=gl_LocalInvocationID, n=gl_NumWorkGroups; uint k=(g.z*gl_WorkGroupSize.y*n.y+g.y)*gl_WorkGroupSize.x*n.x+g.x; s[gl_LocalInvocationIndex]=k; barrier(); c[k]=s[59u-gl_LocalInvocationIndex]*3u+l.x+l.y*10u+l.z*100u+gl_WorkGroupID.z*1000u+n.x;
}
